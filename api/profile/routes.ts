import type { Elysia } from 'elysia';
import { getProfile, updateProfile } from '#contract/auth.ts';
import { ERRORS } from '#contract/errors.ts';
import { getMigrationStatus, migrateToV2 } from '#contract/profile-migration.ts';
import { seenLearner } from '../db/learner-version.ts';
import { ApiError } from '../errors/api-error.ts';
import { JsonReply, Reply } from '../http/reply.ts';
import type { ApiRouter } from '../http/router.ts';
import { createProfileReader, migrateProfile, readMigrationStatus, saveProfile } from './service.ts';

/** Some three thousand profiles. */
const PROFILES_BYTES_MAX = 8 * 1024 * 1024;

/** The own profile (docs/api.md 1.1) and the profile migration (docs/api.md 1.4). */
export function profileRoutes(router: ApiRouter): Elysia {
  const app = router.feature('profile');
  const { deps } = router;
  const profiles = router.share('profiles', {
    read: createProfileReader(deps),
    bytesOf: (profile) => 500 + (profile?.bytes.length ?? 0),
    bytesMax: PROFILES_BYTES_MAX,
  });
  router.serveOwn(app, getProfile, seenLearner, async ({ actor, own }) => {
    const { value } = await profiles.get(actor.id, own.version);
    if (!value) throw new ApiError(ERRORS.TOKEN_INVALID);
    return new JsonReply(value);
  });
  router.serve(app, updateProfile, ({ body, actor, requestInfo }) =>
    saveProfile(deps, actor, body, requestInfo),
  );
  router.serve(app, getMigrationStatus, ({ actor }) => readMigrationStatus(deps, actor));
  router.serve(app, migrateToV2, async ({ actor, body, requestInfo }) => {
    const data = await migrateProfile(deps, actor, body, requestInfo);
    return new Reply({ data, message: 'Profile completed successfully' });
  });
  return app;
}
