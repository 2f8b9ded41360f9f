import type { ReactNode } from 'react';

interface Props {
  role: 'alert' | 'status';
  title: string;
  message: string;
  className?: string;
  children: ReactNode;
}

/** In the place of a list of a public page that is empty or did not load. */
export function PublicNotice({ role, title, message, className = '', children }: Props) {
  return (
    <div
      role={role}
      className={`max-w-160 rounded-lg border-2 border-keyline bg-surface px-6 py-10 ${className}`}
    >
      <h2 className="text-[1.953rem] font-extrabold">{title}</h2>
      {message && <p className="mt-[0.6rem] font-semibold text-strong">{message}</p>}
      {children}
    </div>
  );
}
