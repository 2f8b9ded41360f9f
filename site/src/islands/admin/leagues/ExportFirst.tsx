import { ExportFilesButton, useLeagueExport } from '../league-files/league-export.tsx';

export function ExportFirst({ league }: { league: { id: string } }) {
  const files = useLeagueExport(league.id);
  return (
    <div className="grid justify-items-start gap-2">
      <p>Export it first? The files hold its modules, topics and resources, not what learners did.</p>
      <ExportFilesButton files={files} />
      {files.failure ? <p className="font-semibold text-danger">{files.failure}</p> : null}
    </div>
  );
}
