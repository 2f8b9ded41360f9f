/** A question that the page opens over a row. */
export interface RowQuestion {
  kind: 'note' | 'share' | 'untick';
  resourceId: string;
}

/** Element id and address of the assignment. */
export const ASSIGNMENT_ANCHOR = 'assignment';

/** Element id and address of a week's panel. */
export function weekAnchor(weekId: string): string {
  return `module-${weekId}`;
}

/** The same of a section's heading. */
export function sectionAnchor(sectionId: string): string {
  return `topic-${sectionId}`;
}

/** The same of a resource's row. */
export function rowId(resourceId: string): string {
  return `resource-${resourceId}`;
}
