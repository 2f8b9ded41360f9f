import { exportLeagueFiles } from '#contract/league-files.ts';
import { download } from '#site/icons/actions.ts';
import { FailureBanner } from '#site/islands/shared/action/ActionFailure.tsx';
import { fetchFile, saveFile } from '#site/islands/shared/http/download.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import type { ButtonVariant } from '#site/islands/ui/button-variants.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { useExport } from '../list/ExportButton.tsx';
import { Part } from '../page/Part.tsx';

export function useLeagueExport(leagueId: string) {
  return useExport('the league', async () => {
    const file = await fetchFile(exportLeagueFiles, { params: { id: leagueId } }, 'league.zip');
    saveFile(file);
    return file.name;
  });
}

interface Props {
  files: ReturnType<typeof useLeagueExport>;
  variant?: ButtonVariant;
  children?: string;
}

export function ExportFilesButton({ files, variant = 'secondary', children = 'Export as files' }: Props) {
  return (
    <Button variant={variant} onClick={() => void files.run()} busy={files.busy} busyLabel="Exporting…">
      {files.busy ? null : <Icon path={download} size={18} />}
      {children}
    </Button>
  );
}

export function ExportPart({ league }: { league: { id: string; name: string } }) {
  const files = useLeagueExport(league.id);
  return (
    <Part title="Export as files" action={<ExportFilesButton files={files} />}>
      <p className="max-w-measure text-muted">
        A folder of Markdown and JSON with every module, topic and resource. Edit it, keep it in git, import
        it again.
      </p>
      <FailureBanner failure={files.failure} onDismiss={files.dismiss} />
    </Part>
  );
}
