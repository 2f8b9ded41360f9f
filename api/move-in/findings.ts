export interface Finding {
  table: string;
  id: string;
  /** Address or name of the affected account; empty without one. */
  about: string;
  field: string;
  before: string;
  after: string;
  reason: string;
}

export interface Joined {
  id: string;
  email: string;
  name: string;
  intoId: string;
  intoEmail: string;
  intoName: string;
  reason: string;
}

type FindingInput = Partial<Finding> & Pick<Finding, 'table' | 'id' | 'reason'>;

export interface Tally {
  /** Without rows that carry no information. */
  read: number;
  came: number;
  /** Already here, from an earlier run or otherwise. */
  here: number;
  notTaken: number;
}

const toFinding = (input: FindingInput): Finding => ({
  about: '',
  field: '',
  before: '',
  after: '',
  ...input,
});

/** Collects the report of a move; every row read ends in exactly one count. */
export class Findings {
  readonly changes: Finding[] = [];
  readonly notTaken: Finding[] = [];
  readonly joined: Joined[] = [];
  readonly tallies = new Map<string, Tally>();

  recordChange(input: FindingInput): void {
    this.changes.push(toFinding(input));
  }

  refuse(input: FindingInput, rows = 1): void {
    this.notTaken.push(toFinding(input));
    this.tally(input.table).notTaken += rows;
  }

  tally(table: string): Tally {
    const known = this.tallies.get(table) ?? { read: 0, came: 0, here: 0, notTaken: 0 };
    this.tallies.set(table, known);
    return known;
  }
}
