import { Card } from '#site/islands/ui/Card.tsx';
import { FailureBanner } from '../action/ActionFailure.tsx';
import { ExportFilesButton, useLeagueExport } from './league-export.tsx';

export function ExportPart({ league }: { league: { id: string; name: string } }) {
  const files = useLeagueExport(league.id);
  return (
    <Card role="region" aria-labelledby="export-title" className="grid content-start gap-4">
      <h2 id="export-title" className="text-lg">
        Export as files
      </h2>
      <p className="max-w-measure text-muted">
        A folder of Markdown and JSON with every module, topic and resource. Edit it, keep it in git, import
        it again.
      </p>
      <div>
        <ExportFilesButton files={files} />
      </div>
      <FailureBanner failure={files.failure} onDismiss={files.dismiss} />
    </Card>
  );
}
