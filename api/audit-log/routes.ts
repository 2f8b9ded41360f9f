import type { Elysia } from 'elysia';
import { exportAuditLogs, listAuditLogs } from '../contract/audit-log.ts';
import type { Frame } from '../endpoint.ts';
import { takeExport } from '../exports/limit.ts';
import { exportEntries } from './export.ts';
import { readAuditLog } from './service.ts';

/** Contract section 2: the audit trail, for GRAND_PATHFINDER alone. Nothing here changes it. */
export function auditLogRoutes(frame: Frame): Elysia {
  const app = frame.feature('audit-log');
  frame.serve(app, listAuditLogs, ({ query }) => readAuditLog(frame.deps.db, query));
  frame.serve(app, exportAuditLogs, async (asked) => {
    await takeExport(frame.deps, asked.actor.id);
    return exportEntries(frame.deps.db, asked);
  });
  return app;
}
