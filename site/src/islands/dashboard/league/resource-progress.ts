import type { DataOf } from '#contract/call.ts';
import { listSectionResourceProgress } from '#contract/resource-progress.ts';
import { ApiFailure, callApi, REQUEST_FAILED } from '#site/islands/shared/http/api.ts';

/** The words of a failed resource progress call: 'HTTP {status}: {error}', or the error's own (ERR-13). */
export function toProgressFailure(error: unknown): string {
  if (error instanceof ApiFailure && error.kind === 'refused')
    return `HTTP ${error.status}: ${error.message}`;
  return error instanceof Error && error.message ? error.message : REQUEST_FAILED;
}

/** The resources of a section with own progress. Throws an Error with the words of ERR-13. */
export async function listSection(sectionId: string): Promise<DataOf<typeof listSectionResourceProgress>> {
  try {
    return await callApi(listSectionResourceProgress, { params: { sectionId } });
  } catch (error) {
    throw new Error(toProgressFailure(error), { cause: error });
  }
}
