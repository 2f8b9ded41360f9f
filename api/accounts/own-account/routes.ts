import { getProfile, updateProfile } from '#contract/auth.ts';
import { STAFF_ERASURE_DAYS } from '#contract/constants.ts';
import { saveLearningChoices } from '#contract/learning.ts';
import {
  changePassword,
  confirmEmailChange,
  deleteOwnAccount,
  downloadOwnData,
  endOtherSessions,
  endOwnSession,
  getEmailChange,
  listOwnMail,
  listOwnSessions,
  requestEmailChange,
} from '#contract/own-account.ts';
import { getMigrationStatus, migrateToV2 } from '#contract/profile-migration.ts';
import { createUnreadCounter, newsMarks } from '../../community/news/news.ts';
import { asRow } from '../../platform/db/nested-rows.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { toMailTransport } from '../../platform/mail/delivery.ts';
import { listMailStates } from '../../platform/mail/mail-state.ts';
import { presentUser, userRow } from '../presenter.ts';
import { collectOwnData } from './data.ts';
import { toDataFile } from './data-file.ts';
import * as emailChange from './email-change.ts';
import * as erasure from './erasure.ts';
import * as password from './password.ts';
import { migrateProfile, readMigrationStatus, saveChoices, saveProfile } from './profile.ts';
import * as sessions from './sessions.ts';

export function ownAccountRoutes(router: ApiRouter): void {
  const { deps } = router;
  router.serve(listOwnSessions, ({ actor }) => sessions.listOwnSessions(deps, actor));
  router.serve(endOtherSessions, ({ actor, requestInfo }) =>
    sessions.endOtherSessions(deps, actor, requestInfo),
  );
  router.serve(endOwnSession, ({ actor, params, requestInfo }) =>
    sessions.endOwnSession(deps, actor, params.id, requestInfo),
  );
  router.serve(changePassword, ({ actor, body, requestInfo }) =>
    password.changePassword(deps, actor, body, requestInfo),
  );
  router.serve(getEmailChange, ({ actor }) => emailChange.readEmailChange(deps, actor));
  router.serve(requestEmailChange, ({ actor, body, requestInfo }) =>
    emailChange.requestEmailChange(deps, actor, body, requestInfo),
  );
  router.serve(confirmEmailChange, ({ actor, body, requestInfo }) =>
    emailChange.confirmEmailChange(deps, actor, body.otp, requestInfo),
  );
  router.serve(saveLearningChoices, ({ actor, body, requestInfo }) =>
    saveChoices(deps, actor, body, requestInfo),
  );
  router.serve(listOwnMail, async ({ actor }) => ({
    messages: await listMailStates(deps.db, actor.id),
    transport: toMailTransport(deps.config),
  }));
  router.serve(downloadOwnData, async ({ actor, query }) =>
    toDataFile(await collectOwnData(deps.db, actor), query.format === 'html' ? 'html' : 'json'),
  );
  router.serve(deleteOwnAccount, async ({ actor, body, requestInfo }) => {
    const { isHeld } = await erasure.deleteOwnAccount(deps, actor, body.password, requestInfo);
    const held = `Your account is closed. It will be erased in ${STAFF_ERASURE_DAYS} days.`;
    return new Reply({ message: isHeld ? held : 'Your account was deleted', data: { isHeld } });
  });
}

export function profileRoutes(router: ApiRouter): void {
  const { deps } = router;
  const countUnread = createUnreadCounter(deps.db, deps.config.TIME_ZONE);
  router.serveOwn(
    getProfile,
    () => asRow({ user: userRow, marks: newsMarks }),
    async ({ actor, own: { user, marks } }) => {
      return { ...presentUser(user), unreadNews: await countUnread(actor, marks) };
    },
  );
  router.serve(updateProfile, ({ body, actor, requestInfo }) => saveProfile(deps, actor, body, requestInfo));
  router.serve(getMigrationStatus, ({ actor }) => readMigrationStatus(deps, actor));
  router.serve(migrateToV2, ({ actor, body, requestInfo }) => migrateProfile(deps, actor, body, requestInfo));
}
