export interface RowQuestion {
  kind: 'note' | 'share' | 'untick';
  resourceId: string;
}

/** Element id, also used as URL fragment. */
export const ASSIGNMENT_ANCHOR = 'assignment';

export function weekAnchor(weekId: string): string {
  return `module-${weekId}`;
}

export function sectionAnchor(sectionId: string): string {
  return `topic-${sectionId}`;
}

export function rowId(resourceId: string): string {
  return `resource-${resourceId}`;
}
