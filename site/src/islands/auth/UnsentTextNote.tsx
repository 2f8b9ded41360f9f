import { useEffect, useState } from 'react';
import { toLongDate } from '../shared/format/dates.ts';
import { countOf } from '../shared/format/text.ts';
import { discardUnsentText, sweepUnsentText, type UnsentText } from '../shared/offline/unsent-text.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';

export function UnsentTextNote() {
  const [unsent, setUnsent] = useState<UnsentText | null>(null);
  const [step, setStep] = useState<'shown' | 'confirming' | 'discarded'>('shown');
  useEffect(() => setUnsent(sweepUnsentText(null)), []);
  useEffect(() => {
    if (!unsent) return undefined;
    // The tab may stay open longer than the text is kept.
    const timer = setTimeout(() => setUnsent(sweepUnsentText(null)), unsent.until - Date.now());
    return () => clearTimeout(timer);
  }, [unsent]);
  if (step === 'discarded') {
    return (
      <Alert tone="success" className="mt-8">
        The unsent changes are gone.
      </Alert>
    );
  }
  if (!unsent) return null;
  const isOne = unsent.count === 1;
  const discard = () => {
    discardUnsentText();
    setStep('discarded');
  };
  return (
    <Alert
      className="mt-8"
      title={`${countOf(unsent.count, 'unsent change')} on this device`}
      action={
        <span className="flex flex-wrap gap-3">
          {step === 'shown' ? (
            <Button variant="secondary" size="small" onClick={() => setStep('confirming')}>
              Discard {isOne ? 'it' : 'them'}
            </Button>
          ) : (
            <>
              <Button variant="danger" size="small" onClick={discard}>
                Discard for good
              </Button>
              <Button variant="secondary" size="small" onClick={() => setStep('shown')}>
                Keep {isOne ? 'it' : 'them'}
              </Button>
            </>
          )}
        </span>
      }
    >
      {isOne ? 'It belongs' : 'They belong'} to the account that was signed in here. Sign in to it before{' '}
      {toLongDate(new Date(unsent.until).toISOString())} to send {isOne ? 'it' : 'them'}.
    </Alert>
  );
}
