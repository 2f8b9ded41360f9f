/**
 * Lets a few pieces of work begin in one turn of the event loop; what comes beyond them waits for the next turns, first
 * come first served. Hundreds of requests that arrive together, or run out of time together, would otherwise be worked on
 * before anything else is heard of (docs/security.md F12).
 */
export class Pace {
  private begun = 0;
  private isTurnDue = false;
  private waiting: (() => void)[] = [];

  constructor(private readonly perTurn: number) {}

  /** Null where the work may begin at once; otherwise resolves when it may. */
  enter(): Promise<void> | null {
    if (!this.isTurnDue) {
      this.isTurnDue = true;
      setImmediate(this.turn);
    }
    if (this.begun < this.perTurn) {
      this.begun += 1;
      return null;
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private readonly turn = (): void => {
    const next = this.waiting.splice(0, this.perTurn);
    this.begun = next.length;
    this.isTurnDue = next.length > 0;
    if (this.isTurnDue) setImmediate(this.turn);
    for (const begin of next) begin();
  };
}
