/** One thing that a drill asked of a copy. */
export interface Finding {
  asked: string;
  found: string;
  isGood: boolean;
}

/** What a drill did and how long that took. */
export interface Step {
  name: string;
  seconds: number;
  bytes?: number;
  findings: Finding[];
}

/** A step as lines for a terminal. */
export function toLines({ name, seconds, bytes, findings }: Step): string[] {
  const size = bytes === undefined ? '' : `, ${(bytes / 1024 / 1024).toFixed(1)} MB`;
  return [
    `${name}: ${seconds.toFixed(1)} s${size}`,
    ...findings.map(({ asked, found, isGood }) => `  ${isGood ? '✔' : '✖'} ${asked}: ${found}`),
  ];
}
