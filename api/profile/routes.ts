import type { Elysia } from 'elysia';
import { getMigrationStatus, migrateToV2 } from '../contract/profile-migration.ts';
import { type Frame, Reply } from '../endpoint.ts';
import { migrateProfile, readMigrationStatus } from './service.ts';

/** Profile migration (contract 1.4). */
export function profileRoutes(frame: Frame): Elysia {
  const app = frame.feature('profile');
  const { deps } = frame;
  frame.serve(app, getMigrationStatus, ({ actor }) => readMigrationStatus(deps, actor));
  frame.serve(app, migrateToV2, async ({ actor, body, caller }) => {
    const data = await migrateProfile(deps, actor, body, caller);
    return new Reply({ data, message: 'Profile completed successfully' });
  });
  return app;
}
