import { useState } from 'react';
import { exportLeagueFiles } from '#contract/league-files.ts';
import { download } from '#site/icons/actions.ts';
import { fetchFile, saveFile } from '#site/islands/shared/http/download.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { toActionFailure } from '../action/failures.ts';

export function useLeagueExport(leagueId: string) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const file = await fetchFile(exportLeagueFiles, { params: { id: leagueId } }, 'league.zip');
      saveFile(file);
      showToast({ text: `Saved as ${file.name}.` });
    } catch (error) {
      setFailure(toActionFailure('export the league', error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, run, dismiss: () => setFailure(null) };
}

export function ExportFilesButton({ files }: { files: ReturnType<typeof useLeagueExport> }) {
  return (
    <Button variant="secondary" onClick={() => void files.run()} busy={files.busy} busyLabel="Exporting…">
      {files.busy ? null : <Icon path={download} size={18} />}
      Export as files
    </Button>
  );
}
