/** What a row asks the page to open over itself. */
export interface RowQuestion {
  kind: 'note' | 'share' | 'untick';
  resourceId: string;
}

/** The element id of a resource's row. */
export function rowId(resourceId: string): string {
  return `resource-${resourceId}`;
}
