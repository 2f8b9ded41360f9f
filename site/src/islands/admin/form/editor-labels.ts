export function toEditorLabels(kind: string, isNew: boolean) {
  return isNew
    ? { title: `Create New ${kind}`, submitLabel: `Create ${kind}`, busyLabel: 'Creating…' }
    : { title: `Edit ${kind}`, submitLabel: 'Save Changes', busyLabel: 'Saving…' };
}
