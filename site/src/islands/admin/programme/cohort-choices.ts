import { toLoadFailure } from '#site/islands/shared/action/failures.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { cohortList } from '../data/cohort-list.ts';
import type { Choices } from '../form/EditorDialog.tsx';

/** `own` is offered while the others load. */
export function useCohortChoices(own: { id: string; name: string } | undefined): Choices {
  const { data, error } = useQuery(cohortList);
  const offered = data?.map(({ id, name, isActive }) => ({
    id,
    name: isActive ? name : `${name} (inactive)`,
  }));
  return {
    failure: error && !data && toLoadFailure('cohorts', error),
    hint: data?.length === 0 ? 'There is no cohort yet. Create one first.' : undefined,
    options: (offered ?? (own ? [own] : [])).map(({ id, name }) => ({ value: id, label: name })),
  };
}
