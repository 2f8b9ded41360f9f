interface Props {
  result: { kind: 'success' | 'failure'; text: string } | null;
}

/** Renders the live region before its text, so that screen readers announce it. */
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
