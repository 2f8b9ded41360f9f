import type { Elysia } from 'elysia';
import * as calls from '../contract/share.ts';
import type { Frame } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { requirePlatform, shareBadge, shareSection, shareSpecialization, shareWeek } from './service.ts';

/** Contract 1.17: links that share what a learner did. The platform comes from the path. */
export function shareRoutes(frame: Frame): Elysia {
  const { deps } = frame;
  const app = frame.feature('share');
  const asked = (platform: 'twitter' | 'linkedin', userId: string, id = '') => ({ platform, userId, id });

  frame.serve(app, calls.shareSectionOnTwitter, ({ actor, params }) =>
    shareSection(deps, asked('twitter', actor.id, params.id)),
  );
  frame.serve(app, calls.shareSectionOnLinkedin, ({ actor, params }) =>
    shareSection(deps, asked('linkedin', actor.id, params.id)),
  );
  frame.serve(app, calls.shareWeekOnTwitter, ({ actor, params }) =>
    shareWeek(deps, asked('twitter', actor.id, params.id)),
  );
  frame.serve(app, calls.shareWeekOnLinkedin, ({ actor, params }) =>
    shareWeek(deps, asked('linkedin', actor.id, params.id)),
  );
  frame.serve(app, calls.shareBadgeOnTwitter, ({ actor, params }) =>
    shareBadge(deps, asked('twitter', actor.id, params.id)),
  );
  frame.serve(app, calls.shareBadgeOnLinkedin, ({ actor, params }) =>
    shareBadge(deps, asked('linkedin', actor.id, params.id)),
  );
  frame.serve(app, calls.shareAchievement, async ({ actor, params }) => {
    const shared = asked(requirePlatform(params.platform), actor.id, params.id);
    if (params.type === 'badge') return shareBadge(deps, shared);
    if (params.type === 'specialization') return shareSpecialization(deps, shared);
    throw new ApiError(calls.SHARE_ERRORS.SHARE_TYPE_INVALID);
  });
  return app;
}
