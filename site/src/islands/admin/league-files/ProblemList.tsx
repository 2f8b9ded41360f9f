import type { FileProblem } from '#contract/league-files.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';

interface Props {
  problems: readonly FileProblem[];
  count: number;
}

export function ProblemList({ problems, count }: Props) {
  const byFile = [...Map.groupBy(problems, ({ file }) => file)];
  return (
    <div className="grid gap-4">
      <Alert tone="danger" title={count === 1 ? '1 problem' : `${count} problems`}>
        Nothing was imported. Fix these in the files, then choose them again.
      </Alert>
      <ul className="grid gap-3" aria-label="Problems">
        {byFile.map(([file, found]) => (
          <li key={file} className="grid gap-1 rounded-lg border border-line bg-surface p-4">
            <p className="font-mono text-sm font-semibold text-strong wrap-anywhere">{file}</p>
            <ul className="grid gap-1">
              {found.map(({ field, expected }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
                <li key={index} className="text-sm wrap-anywhere">
                  {field ? <span className="font-mono text-muted">{field}: </span> : null}
                  {expected}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {problems.length < count ? (
        <p className="text-sm text-muted">The first {problems.length} are shown.</p>
      ) : null}
    </div>
  );
}
