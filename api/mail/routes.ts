import type { Elysia } from 'elysia';
import * as calls from '../contract/mail.ts';
import type { Frame } from '../endpoint.ts';
import { listMailDomains } from './mail-domains.ts';

/** How mail fares, for those who run the product (docs/decisions/0008). */
export function mailRoutes(frame: Frame): Elysia {
  const app = frame.feature('mail');
  frame.serve(app, calls.listMailDomains, async () => ({
    days: calls.MAIL_OVERVIEW_DAYS,
    domains: await listMailDomains(frame.deps.db),
  }));
  return app;
}
