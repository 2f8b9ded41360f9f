import { getProfile, updateProfile } from '#contract/auth.ts';
import { getMigrationStatus, migrateToV2 } from '#contract/profile-migration.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { presentUser, userRow } from '../presenter.ts';
import { migrateProfile, readMigrationStatus, saveProfile } from './profile.ts';

export function profileRoutes(router: ApiRouter): void {
  const { deps } = router;
  router.serveOwn(
    getProfile,
    () => userRow,
    async ({ own }) => presentUser(own),
  );
  router.serve(updateProfile, ({ body, actor, requestInfo }) => saveProfile(deps, actor, body, requestInfo));
  router.serve(getMigrationStatus, ({ actor }) => readMigrationStatus(deps, actor));
  router.serve(migrateToV2, async ({ actor, body, requestInfo }) => {
    const data = await migrateProfile(deps, actor, body, requestInfo);
    return new Reply({ data, message: 'Profile completed successfully' });
  });
}
