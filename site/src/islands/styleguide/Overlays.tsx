import { type ReactElement, useState } from 'react';
import { showToast } from '#site/islands/shared/toast.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { ConfirmDialog, Dialog } from '#site/islands/ui/Dialog.tsx';
import { Disclosure } from '#site/islands/ui/Disclosure.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Tabs } from '#site/islands/ui/Tabs.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { Specimen } from './Specimen.tsx';

const TABS = [
  { key: 'all', label: 'All' },
  { key: 'revision', label: 'Revision' },
  { key: 'done', label: 'Done' },
] as const;
type TabKey = (typeof TABS)[number]['key'];

/** What opens, and what floats. */
export function Overlays(): ReactElement {
  const [shown, setShown] = useState<'dialog' | 'side' | 'question' | null>(null);
  const [isOpen, setIsOpen] = useState(true);
  const [tab, setTab] = useState<TabKey>('all');
  const close = (): void => setShown(null);
  return (
    <>
      <Specimen name="Disclosure and tabs">
        <div className="rounded-lg border border-line p-2">
          <Disclosure
            title="Module 1: Linear regression"
            aside={<span className="text-sm text-muted">3 of 12</span>}
            open={isOpen}
            onToggle={setIsOpen}
          >
            <p className="p-4 ps-10">Topics of the module.</p>
          </Disclosure>
        </div>
        <Tabs label="Resources" tabs={TABS} selected={tab} onSelect={setTab}>
          <p>Panel of {tab}.</p>
        </Tabs>
      </Specimen>
      <Specimen name="Dialogs and toasts">
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setShown('dialog')}>
            Open a dialog
          </Button>
          <Button variant="secondary" onClick={() => setShown('side')}>
            Open a side panel
          </Button>
          <Button variant="danger" onClick={() => setShown('question')}>
            Delete something
          </Button>
          <Button variant="ghost" onClick={() => showToast({ text: 'Note saved' })}>
            Toast
          </Button>
          <Button
            variant="ghost"
            onClick={() => showToast({ text: 'Could not save the note', tone: 'danger' })}
          >
            Toast of a failure
          </Button>
        </div>
        <Dialog
          open={shown === 'dialog' || shown === 'side'}
          size={shown === 'side' ? 'side' : 'medium'}
          onClose={close}
          title="Edit league"
          description="Changes are seen by learners at once."
          actions={
            <>
              <Button variant="secondary" onClick={close}>
                Cancel
              </Button>
              <Button onClick={close}>Save</Button>
            </>
          }
        >
          <Field label="Name">
            <TextInput defaultValue="ML" />
          </Field>
        </Dialog>
        <ConfirmDialog
          open={shown === 'question'}
          title="Delete this topic?"
          confirmLabel="Delete topic"
          onConfirm={close}
          onCancel={close}
        >
          Its 4 resources go with it. What learners have completed stays in their history.
        </ConfirmDialog>
      </Specimen>
    </>
  );
}
