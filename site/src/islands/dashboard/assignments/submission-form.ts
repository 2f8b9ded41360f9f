import {
  SUBMISSION_FIELDS,
  SUBMISSION_MAX_LENGTH,
  SUBMISSION_TYPES,
  type SubmissionAttempt,
  type SubmissionType,
} from '#contract/submissions.ts';
import { cleanProse, isHttpUrl, lengthOf, toTooLong, toWebAddress } from '#contract/text.ts';
import { createForm, type FieldErrors, type Form } from '#site/islands/shared/form/form.ts';
import { ApiFailure, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';
import { $session } from '#site/islands/shared/session/session.ts';
import { announce } from '#site/islands/shared/toast/toast.ts';
import { assignmentOf, listAttempts, reloadSubmissions, toAssignmentQueueKey } from '../data/assignment.ts';
import { leagueOf } from '../data/league.ts';
import { perform, removeFromOutbox, SYNCS_LATER } from '../data/outbox-actions.ts';

export interface SubmissionValues {
  type: SubmissionType;
  /** Shared by the three link types, so that switching the type keeps the link. */
  link: string;
  text: string;
}

export const CONTENT_REQUIRED = 'Submission content is required';
export const LINK_INVALID = 'Enter a full link, starting with https://';
const TEXT_TOO_LONG = toTooLong('Submission', SUBMISSION_MAX_LENGTH);

function toInitial(before: Partial<SubmissionAttempt> | undefined): SubmissionValues {
  const type = SUBMISSION_TYPES.find((candidate) => before?.[SUBMISSION_FIELDS[candidate]]) ?? 'GITHUB_LINK';
  const answer = before?.[SUBMISSION_FIELDS[type]] ?? '';
  return type === 'TEXT_SUBMISSION' ? { type, link: '', text: answer } : { type, link: answer, text: '' };
}

const ANSWER_KEPT = `Your answer is saved on this device. ${SYNCS_LATER}`;

export interface SubmissionTarget {
  leagueId: string;
  assignmentId: string;
  title?: string;
  latest?: SubmissionAttempt | undefined;
  /** Removed from this device once the new answer is sent or stored. */
  takenBack?: OutboxAction | undefined;
  onDone: () => void;
}

export function createSubmissionForm(target: SubmissionTarget): Form<SubmissionValues> {
  const { takenBack } = target;
  // Read now, since the session may end before the answer is sent.
  const owner = $session.get().user?.id ?? '';
  const initial = toInitial(takenBack ? (takenBack.body ?? {}) : target.latest);
  const form = createForm<SubmissionValues>({
    initial,
    validate: findFaults,
    submit: async (values) => {
      await send(target, values);
      return 'staying';
    },
    describe: (error) => `Failed to submit assignment: ${toMessage(error, REQUEST_FAILED)}`,
    draft: {
      // One draft per attempt, so that an old draft never replaces the answer under revision.
      key: () => ({
        name: `assignment-${target.assignmentId}-${takenBack?.id ?? target.latest?.number ?? 0}`,
        owner,
      }),
      fields: ['type', 'link', 'text'],
    },
  });
  form.restore();
  if (!SUBMISSION_TYPES.includes(form.$form.get().values.type)) form.change('type', initial.type);
  return form;
}

function findFaults({ type, link, text }: SubmissionValues): FieldErrors<SubmissionValues> {
  if (type === 'TEXT_SUBMISSION') {
    if (text.trim() === '') return { text: CONTENT_REQUIRED };
    return lengthOf(text.trim()) > SUBMISSION_MAX_LENGTH ? { text: TEXT_TOO_LONG } : {};
  }
  if (link.trim() === '') return { link: CONTENT_REQUIRED };
  return isHttpUrl(toWebAddress(link)) ? {} : { link: LINK_INVALID };
}

async function send(
  { leagueId, assignmentId, title = '', latest, takenBack, onDone }: SubmissionTarget,
  { type, link, text }: SubmissionValues,
): Promise<void> {
  const before = attemptsOf(leagueId);
  const answer = type === 'TEXT_SUBMISSION' ? cleanProse(text) : toWebAddress(link);
  try {
    const outcome = await perform({
      lane: toAssignmentQueueKey(assignmentId),
      call: 'submitAssignment',
      params: { assignmentId },
      body: { [SUBMISSION_FIELDS[type]]: answer },
      leagueId,
      title,
    });
    if (outcome.kind === 'refused') throw outcome.failure;
    if (outcome.kind === 'queued') {
      if (takenBack) removeFromOutbox(takenBack);
      announce(ANSWER_KEPT);
      return onDone();
    }
    if (!(await reloadSubmissions(leagueId))) assignmentOf(leagueId).invalidate();
  } catch (error) {
    const isKnown = await reloadSubmissions(leagueId);
    // The server may have stored the answer although its reply was lost.
    const isReceiptLost = error instanceof ApiFailure && error.kind !== 'refused';
    if (!isReceiptLost || !isKnown || attemptsOf(leagueId) <= before) throw error;
  }
  if (takenBack) removeFromOutbox(takenBack);
  // Updates the offline copy, which contains the answers.
  void leagueOf(leagueId).refresh();
  announce(`Assignment ${latest ? 'resubmitted' : 'submitted'} successfully!`);
  onDone();
}

function attemptsOf(leagueId: string): number {
  const view = assignmentOf(leagueId).$state.get().data;
  return view ? listAttempts(view).length : 0;
}
