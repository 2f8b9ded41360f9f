interface Props {
  result: { kind: 'success' | 'failure'; text: string } | null;
}

/** How something went, in words that are announced; the region stands before they do. */
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
