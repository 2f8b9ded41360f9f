import type { DataOf } from '#contract/call.ts';
import { listSectionResourceProgress } from '#contract/resource-progress.ts';
import { ApiFailure, callApi, REQUEST_FAILED } from '#site/islands/shared/http/api.ts';

/** 'HTTP {status}: {error}', or the error's own message. */
export function toProgressFailure(error: unknown): string {
  if (error instanceof ApiFailure && error.kind === 'refused')
    return `HTTP ${error.status}: ${error.message}`;
  return error instanceof Error && error.message ? error.message : REQUEST_FAILED;
}

export async function listSection(sectionId: string): Promise<DataOf<typeof listSectionResourceProgress>> {
  try {
    return await callApi(listSectionResourceProgress, { params: { sectionId } });
  } catch (error) {
    throw new Error(toProgressFailure(error), { cause: error });
  }
}
