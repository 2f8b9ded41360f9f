import { exportAuditLogs, listAuditLogs } from '#contract/audit-log.ts';
import { inTransaction } from '../../platform/db/client.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { nameByDay } from '../exports/file.ts';
import { exportEntries, readAuditLog } from './service.ts';

/** Only GRAND_PATHFINDER reads the audit log; no call here changes it. */
export function auditLogRoutes(router: ApiRouter): void {
  const { db, config } = router.deps;
  router.serve(listAuditLogs, ({ query }) => inTransaction(db, (tx) => readAuditLog(tx, query)));
  const timeZone = config.TIME_ZONE;
  router.serve(exportAuditLogs, async (asked) =>
    nameByDay(await exportEntries(db, asked, timeZone), timeZone),
  );
}
