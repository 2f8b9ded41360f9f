/** What a row asks the page to open over itself. */
export interface RowQuestion {
  kind: 'note' | 'share' | 'untick';
  resourceId: string;
}

/** The element id of the assignment, and its address within the page. */
export const ASSIGNMENT_ANCHOR = 'assignment';

/** The element id of a week's panel, and its address within the page. */
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
