import { atom } from 'nanostores';
import {
  awardBadge,
  BADGE_EMBLEMS,
  BADGE_PICTURE_MAX_BYTES,
  type BadgeHolder,
  type BadgePerson,
  createBadge,
  createFreeBadge,
  FREE_BADGES,
  revokeBadge,
  type StaffBadge,
  updateBadge,
} from '#contract/badges.ts';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH, REASON_MAX_LENGTH } from '#contract/constants.ts';
import { EMBLEM_COLORS, readEmblem } from '#contract/draw-emblem.ts';
import type { EmblemKey } from '#contract/emblems.ts';
import { cleanProse } from '#contract/text.ts';
import { createDialogForm, findLengthFault, findTextFault } from '#site/islands/shared/form/dialog-form.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form/form.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';
import { createEditorForm, type ReasonRules } from '../form/staff-form.ts';
import { invalidate } from '../query/queries.ts';

export interface BadgeValues {
  name: string;
  description: string;
  /** A league's id, FREE_BADGES for no league, '' until chosen. */
  leagueId: string;
  /** Undefined keeps the present picture. */
  picture?: string | null;
}

export type EditedBadge = Pick<StaffBadge, 'id' | 'name' | 'description' | 'imageUrl' | 'league'>;

export function createBadgeForm(
  badge: EditedBadge | null,
  leagueId: string,
  onSaved: () => void,
): Form<BadgeValues> {
  const refresh = () => invalidate('badges', { alsoOwn: true });
  return createEditorForm({
    initial: { name: badge?.name ?? '', description: badge?.description ?? '', leagueId } as BadgeValues,
    validate: ({ name, description, leagueId: chosen }) => ({
      name: findTextFault('Name', name, NAME_MAX_LENGTH),
      description: findLengthFault('Description', description, DESCRIPTION_MAX_LENGTH),
      leagueId: badge || chosen ? undefined : 'Choose a league',
    }),
    draftId: badge?.id ?? null,
    action: badge ? 'update badge' : 'create badge',
    done: badge ? 'Badge saved' : 'Badge created',
    fieldFailures: {
      BADGE_EXISTS: { leagueId: 'Choose a league that has no badge yet' },
      BADGE_PICTURE_REFUSED: { picture: 'Upload another PNG, or choose an emblem' },
    },
    toBody: ({ leagueId: chosen, name, description, picture }) => ({
      name: name.trim(),
      description: cleanProse(description) || null,
      leagueId: chosen,
      picture,
    }),
    create: async ({ leagueId: chosen, ...body }, idempotencyKey) => {
      if (chosen === FREE_BADGES) await callApi(createFreeBadge, { body, idempotencyKey });
      else await callApi(createBadge, { body: { ...body, leagueId: chosen }, idempotencyKey });
      refresh();
    },
    update: async (id, { leagueId: _, ...body }) => {
      await callApi(updateBadge, { params: { id }, body });
      refresh();
    },
    onSaved,
  });
}

const EMBLEM_LABELS: Record<EmblemKey, string> = {
  finance: 'Candlesticks',
  quantum: 'Two rings',
  ml: 'Network',
  'soft-skills': 'Voice',
  'competitive-programming': 'Bars',
  iot: 'Mesh',
  exmatrix: 'Lattice',
  league: 'Line with stops',
};
export const EMBLEM_OPTIONS = Object.entries(EMBLEM_LABELS).map(([value, label]) => ({ value, label }));
export const COLOR_OPTIONS = Object.keys(EMBLEM_COLORS).map((value) => ({
  value,
  label: value.replace(/^./, (letter) => letter.toUpperCase()),
}));

export function findEmblem(picture: string | null | undefined, imageUrl: string | null) {
  const stored = imageUrl?.split(`/${BADGE_EMBLEMS}/`)[1]?.replace(/\.svg$/, '');
  return readEmblem((picture === undefined ? stored : picture) ?? '');
}

/** Runs before the upload; the server checks the bytes. */
export function findPictureFault({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (type !== 'image/png') return 'Choose a PNG file';
  return size > BADGE_PICTURE_MAX_BYTES
    ? `The file has ${Math.ceil(size / 1024)} KB. The limit is ${BADGE_PICTURE_MAX_BYTES / 1024} KB.`
    : null;
}

/** Each person costs a call and an email. */
export const AWARD_PEOPLE_MAX = 20;

interface AwardValues {
  people: readonly BadgePerson[];
  reason: string;
}

/** One call per person. Failed people stay chosen; people who already hold the badge are skipped. */
export function createAwardForm(badgeId: string, onSaved: () => void) {
  const $partly = atom('');
  const form: Form<AwardValues> = createDialogForm<AwardValues>({
    initial: { people: [], reason: '' },
    validate: ({ people, reason }): FieldErrors<AwardValues> => ({
      people: people.length === 0 ? 'Choose someone' : undefined,
      reason: findTextFault('Reason', reason, REASON_MAX_LENGTH),
    }),
    draftId: badgeId,
    action: 'award badge',
    done: 'Badge awarded',
    save: async ({ people, reason }) => {
      const failed: BadgePerson[] = [];
      let failure: unknown;
      for (const person of people) {
        try {
          const body = { userId: person.id, reason: reason.trim() };
          await callApi(awardBadge, { params: { id: badgeId }, body });
        } catch (error) {
          if (error instanceof ApiFailure && error.code === 'BADGE_ALREADY_HELD') continue;
          failed.push(person);
          failure = error;
        }
      }
      invalidate('badges', { alsoOwn: true });
      if (failed.length === 0) return;
      form.change('people', failed);
      const done = people.length - failed.length;
      $partly.set(done > 0 ? `${done} of ${people.length} people now have the badge` : '');
      throw failure;
    },
    onSaved,
  });
  return { form, $partly };
}

export function revocationOf(badgeId: string, { user }: Pick<BadgeHolder, 'user'>): ReasonRules {
  return {
    draftId: `${badgeId}-${user.id}`,
    action: 'revoke badge',
    done: 'Badge revoked',
    save: async (reason) => {
      await callApi(revokeBadge, { params: { id: badgeId }, body: { userId: user.id, reason } });
      invalidate('badges', { alsoOwn: true });
    },
  };
}
