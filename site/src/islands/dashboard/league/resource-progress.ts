import type { DataOf } from '#contract/call.ts';
import {
  completeResource,
  listSectionResources,
  markForRevision,
  resetResource,
  saveNote,
} from '#contract/resource-progress.ts';
import {
  type AnyCall,
  ApiFailure,
  type CallOptions,
  callApi,
  REQUEST_FAILED,
} from '#site/islands/shared/api.ts';

/** The words of a failed resource progress call: 'HTTP {status}: {error}', or the error's own (ERR-13). */
export function toProgressFailure(error: unknown): string {
  if (error instanceof ApiFailure && error.kind === 'refused')
    return `HTTP ${error.status}: ${error.message}`;
  return error instanceof Error && error.message ? error.message : REQUEST_FAILED;
}

/** Makes a resource progress call. Throws an Error with the words of ERR-13. */
async function send<C extends AnyCall>(call: C, options: CallOptions<C>): Promise<DataOf<C>> {
  try {
    return await callApi(call, options);
  } catch (error) {
    throw new Error(toProgressFailure(error), { cause: error });
  }
}

/** The writes of the league page, by resource. Each throws an Error with the words of ERR-13. */
export const progressCalls = {
  complete: (resourceId: string) => send(completeResource, { params: { resourceId }, body: {} }),
  markForRevision: (resourceId: string) => send(markForRevision, { params: { resourceId }, body: {} }),
  reset: (resourceId: string) => send(resetResource, { params: { resourceId } }),
  saveNote: (resourceId: string, personalNote: string) =>
    send(saveNote, { params: { resourceId }, body: { personalNote } }),
  listSection: (sectionId: string) => send(listSectionResources, { params: { sectionId } }),
};
