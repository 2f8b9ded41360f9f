interface Props {
  result: { kind: 'success' | 'failure'; text: string } | null;
}

/** The live region exists before its words, so that they are announced. */
export function Outcome({ result }: Props) {
  const isFailure = result?.kind === 'failure';
  return (
    <p
      role={isFailure ? 'alert' : 'status'}
      className={`font-semibold empty:hidden ${isFailure ? 'text-danger' : 'text-success'}`}
    >
      {result?.text}
    </p>
  );
}
