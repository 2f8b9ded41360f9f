import { Fragment } from 'react';

/** A mail address, or its domain alone, that breaks after its dots and its @ where it has to, and inside a word only when even that is too long. */
export function EmailText({ email }: { email: string }) {
  return <Breaking text={email} after={/(?<=[.@])/} />;
}

/** An address of the web, that breaks after its slashes, dots and hyphens in the same way. */
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
