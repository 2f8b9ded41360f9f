import { Fragment } from 'react';

/** Breaks after dots and @, and inside a word only if that is too long. */
export function EmailText({ email }: { email: string }) {
  return <Breaking text={email} after={/(?<=[.@])/} />;
}

interface InSentence {
  email: string;
  end?: string;
}

/** Wraps to the next line as a whole, and breaks only if that is too short. */
export function EmailInSentence({ email, end }: InSentence) {
  return (
    <span className="inline-block max-w-full">
      <strong>
        <EmailText email={email} />
      </strong>
      {end}
    </span>
  );
}

export function UrlText({ url }: { url: string }) {
  return <Breaking text={url} after={/(?<=[/.-])(?=[^/.-])/} />;
}

function Breaking({ text, after }: { text: string; after: RegExp }) {
  return (
    <span className="wrap-anywhere">
      {text.split(after).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text in their order
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
