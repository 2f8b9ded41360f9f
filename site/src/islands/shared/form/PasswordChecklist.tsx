import { checkPassword } from '#contract/password-rules.ts';
import { check, minus } from '#site/icons/states.ts';
import { Icon } from '../../ui/Icon.tsx';

interface Props {
  password: string;
}

export function PasswordChecklist({ password }: Props) {
  return (
    <ul aria-label="Password rules" className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2">
      {checkPassword(password).map(({ key, label, holds }) => (
        <li
          key={key}
          className={`flex items-center gap-2 ${holds ? 'font-medium text-success' : 'text-muted'}`}
        >
          <span
            className={`grid size-5 place-items-center rounded-full ${holds ? 'bg-success-tint' : 'bg-sunken'}`}
          >
            <Icon path={holds ? check : minus} size={14} />
          </span>
          {label}
          <span className="sr-only">{holds ? ': met' : ': not met'}</span>
        </li>
      ))}
    </ul>
  );
}
