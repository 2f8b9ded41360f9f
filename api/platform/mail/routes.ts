import * as calls from '#contract/mail.ts';
import type { ApiRouter } from '../http/router.ts';
import { toMailTransport } from './delivery.ts';
import { listMailDomains } from './mail-domains.ts';

export function mailRoutes(router: ApiRouter): void {
  router.serve(calls.listMailDomains, async () => ({
    days: calls.MAIL_OVERVIEW_DAYS,
    domains: await listMailDomains(router.deps.db),
    transport: toMailTransport(router.deps.config),
  }));
}
