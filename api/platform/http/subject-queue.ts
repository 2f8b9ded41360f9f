/** Runs at most `atOnce` tasks per subject; the others wait in order. */
export class SubjectQueue {
  private readonly waiting = new Map<string, (() => void)[]>();
  private readonly running = new Map<string, number>();

  constructor(private readonly concurrentMax: number) {}

  async take<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.running.get(subject) ?? 0;
    if (running >= this.concurrentMax) {
      const queue = this.waiting.get(subject) ?? [];
      this.waiting.set(subject, queue);
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      this.running.set(subject, running + 1);
    }
    try {
      return await work();
    } finally {
      this.pass(subject);
    }
  }

  private pass(subject: string): void {
    const queue = this.waiting.get(subject);
    const next = queue?.shift();
    if (queue?.length === 0) this.waiting.delete(subject);
    if (next) {
      next();
      return;
    }
    const left = (this.running.get(subject) ?? 1) - 1;
    if (left > 0) this.running.set(subject, left);
    else this.running.delete(subject);
  }
}
