import type { Form } from '#site/islands/shared/form/form.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { toLoadFailure } from '../action/failures.ts';
import { cohortList } from '../data/cohort-list.ts';
import { SelectField } from '../form/SelectField.tsx';
import type { TextName } from '../form/TextField.tsx';

interface Props<Values extends { cohortId: string }> {
  form: Form<Values>;
  /** Offered while the others load. */
  own: { id: string; name: string } | undefined;
}

export function CohortField<Values extends { cohortId: string }>({ form, own }: Props<Values>) {
  const { data, error } = useQuery(cohortList);
  const offered = data?.map(({ id, name, isActive }) => ({
    id,
    name: isActive ? name : `${name} (inactive)`,
  }));
  return (
    <>
      {error && !data ? <Alert tone="danger">{toLoadFailure('cohorts', error)}</Alert> : null}
      <SelectField
        form={form}
        name={'cohortId' as TextName<Values>}
        label="Cohort"
        required
        placeholder="Choose a cohort"
        hint={data?.length === 0 ? 'There is no cohort yet. Create one first.' : undefined}
        options={(offered ?? (own ? [own] : [])).map(({ id, name }) => ({ value: id, label: name }))}
      />
    </>
  );
}
