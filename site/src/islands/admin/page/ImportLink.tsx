import type { ImportKind } from '#contract/import-columns.ts';
import { upload } from '#site/icons/actions.ts';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';

export function ImportLink({ kind }: { kind: ImportKind }) {
  return (
    <ButtonLink variant="secondary" href={`/admin/imports?kind=${kind}`}>
      <Icon path={upload} size={18} />
      Import CSV
    </ButtonLink>
  );
}
