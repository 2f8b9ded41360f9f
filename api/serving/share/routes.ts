import * as calls from '#contract/share.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { requirePlatform, shareBadge, shareSection, shareSpecialization, shareWeek } from './service.ts';

export function shareRoutes(router: ApiRouter): void {
  const { deps } = router;
  const asked = (platform: 'twitter' | 'linkedin', userId: string, id = '') => ({ platform, userId, id });

  router.serve(calls.shareSectionOnTwitter, ({ actor, params }) =>
    shareSection(deps, asked('twitter', actor.id, params.id)),
  );
  router.serve(calls.shareSectionOnLinkedin, ({ actor, params }) =>
    shareSection(deps, asked('linkedin', actor.id, params.id)),
  );
  router.serve(calls.shareWeekOnTwitter, ({ actor, params }) =>
    shareWeek(deps, asked('twitter', actor.id, params.id)),
  );
  router.serve(calls.shareWeekOnLinkedin, ({ actor, params }) =>
    shareWeek(deps, asked('linkedin', actor.id, params.id)),
  );
  router.serve(calls.shareBadgeOnTwitter, ({ actor, params }) =>
    shareBadge(deps, asked('twitter', actor.id, params.id)),
  );
  router.serve(calls.shareBadgeOnLinkedin, ({ actor, params }) =>
    shareBadge(deps, asked('linkedin', actor.id, params.id)),
  );
  router.serve(calls.shareAchievement, async ({ actor, params }) => {
    const shared = asked(requirePlatform(params.platform), actor.id, params.id);
    if (params.type === 'badge') return shareBadge(deps, shared);
    if (params.type === 'specialization') return shareSpecialization(deps, shared);
    throw new ApiError(calls.SHARE_ERRORS.SHARE_TYPE_INVALID);
  });
}
