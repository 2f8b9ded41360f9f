import { useState } from 'react';
import { exportLeagueFiles } from '#contract/league-files.ts';
import { download } from '#site/icons/actions.ts';
import { fetchFile, saveFile } from '#site/islands/shared/http/download.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Card } from '#site/islands/ui/Card.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { FailureBanner } from '../action/ActionFailure.tsx';
import { toActionFailure } from '../action/failures.ts';

/** The league as a zip. */
export function ExportPart({ league }: { league: { id: string; name: string } }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const file = await fetchFile(exportLeagueFiles, { params: { id: league.id } }, 'league.zip');
      saveFile(file);
      showToast({ text: `Saved as ${file.name}.` });
    } catch (error) {
      setFailure(toActionFailure('export the league', error));
    } finally {
      setBusy(false);
    }
  };
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
        <Button variant="secondary" onClick={() => void run()} busy={busy} busyLabel="Exporting…">
          {busy ? null : <Icon path={download} size={18} />}
          Export as files
        </Button>
      </div>
      <FailureBanner failure={failure} onDismiss={() => setFailure(null)} />
    </Card>
  );
}
