/** A cell that should hold a whole number, as a JSON body would hold it: anything else stays text and is refused as such. */
export function toNumberCell(cell: string | undefined): number | string {
  return cell !== undefined && /^\d{1,15}$/.test(cell) ? Number(cell) : (cell ?? '');
}
