export interface AcceptedEncodings {
  br: boolean;
  gzip: boolean;
}

const REMEMBERED_MAX = 100;
const remembered = new Map<string, AcceptedEncodings>();

/** RFC 9110, 12.5.3; `q=0` forbids an encoding. */
export function readAcceptedEncodings(accept: string): AcceptedEncodings {
  const known = remembered.get(accept);
  if (known) return known;
  const weights = new Map(
    accept
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
        const weight = parameters.find((text) => text.startsWith('q='));
        return [name, weight ? Number(weight.slice(2)) || 0 : 1] as const;
      }),
  );
  const allows = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  const accepted = { br: allows('br'), gzip: allows('gzip') };
  if (remembered.size < REMEMBERED_MAX) remembered.set(accept, accepted);
  return accepted;
}
