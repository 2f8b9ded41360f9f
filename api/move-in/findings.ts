/** Something about a row of the earlier product that did not come as it was. */
export interface Finding {
  table: string;
  /** The row's id there. */
  id: string;
  /** The account it is about or belongs to, as people call it; empty where there is none. */
  about: string;
  field: string;
  before: string;
  after: string;
  reason: string;
}

/** An account of the earlier product that became one with another, which is here under `intoId`. */
export interface Joined {
  id: string;
  email: string;
  name: string;
  intoId: string;
  intoEmail: string;
  intoName: string;
  reason: string;
}

type Told = Partial<Finding> & Pick<Finding, 'table' | 'id' | 'reason'>;

/** How many rows of a table came, and how many did not. */
export interface Tally {
  /** Rows read that mean something. */
  read: number;
  came: number;
  /** Rows that an earlier run brought, or that the product had. */
  here: number;
  notTaken: number;
}

const toFinding = (told: Told): Finding => ({ about: '', field: '', before: '', after: '', ...told });

/** Collects what a move is reported with; every row that was read ends in one of the counts. */
export class Findings {
  readonly mended: Finding[] = [];
  readonly notTaken: Finding[] = [];
  readonly joined: Joined[] = [];
  readonly tallies = new Map<string, Tally>();

  mend(told: Told): void {
    this.mended.push(toFinding(told));
  }

  /** `rows` where one line stands for many. */
  refuse(told: Told, rows = 1): void {
    this.notTaken.push(toFinding(told));
    this.tally(told.table).notTaken += rows;
  }

  tally(table: string): Tally {
    const known = this.tallies.get(table) ?? { read: 0, came: 0, here: 0, notTaken: 0 };
    this.tallies.set(table, known);
    return known;
  }
}
