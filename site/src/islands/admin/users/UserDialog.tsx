import { type ReactNode, useState } from 'react';
import { shortName as productShortName } from '#content/site.json';
import type { UserRow } from '#contract/admin-users.ts';
import { STAFF_ERASURE_DAYS } from '#contract/constants.ts';
import type { Role } from '#contract/roles.ts';
import type { SocialField } from '#contract/users.ts';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { toSocialTiles } from '#site/islands/shared/format/social-tiles.ts';
import { RoleBadge, StatusBadge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { toRoleText } from '#site/labels.ts';
import { LeagueName } from '../access/LeagueName.tsx';
import { isPathfinder, isPromotion, type PathfinderRole, PERMISSION_LABELS } from './promotion.ts';
import { UserFailures } from './UserDialogs.tsx';
import { mayActivate, mayEditHere, type UserActions } from './user-actions.ts';
import type { createUserQuestions } from './user-questions.ts';

interface Props {
  user: UserRow;
  actions: UserActions;
  isOwn: boolean;
  onPromote: (role: PathfinderRole) => void;
  onAsk: (question: keyof ReturnType<typeof createUserQuestions>) => void;
  onRaise: () => void;
  onClose: () => void;
}

export function UserDialog({ user, actions, isOwn, onPromote, onAsk, onRaise, onClose }: Props) {
  const { status } = user;
  const mayEdit = mayEditHere(user);
  return (
    <Dialog
      open
      size="large"
      title={user.name}
      description={<EmailText email={user.email} />}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} data-first-focus>
            Close
          </Button>
          {status === 'PENDING' && mayEdit ? (
            <Button onClick={() => actions.approval.ask(user)}>Approve User</Button>
          ) : null}
          {mayActivate(status) && (mayEdit || user.closedAt) ? (
            <Button onClick={() => actions.activation.ask(user)}>Activate User</Button>
          ) : null}
        </>
      }
    >
      <div className="grid gap-7">
        <UserFailures actions={actions} />
        <div className="grid gap-x-8 gap-y-7 md:grid-cols-2">
          <Part
            title="Account Information"
            control={
              <>
                {user.emailVerified || !mayEdit ? null : (
                  <div>
                    <Button variant="secondary" size="small" onClick={() => onAsk('verifyEmail')}>
                      Verify email by hand
                    </Button>
                  </div>
                )}
                {mayEdit ? (
                  <RoleField
                    key={user.role}
                    user={user}
                    onPromote={onPromote}
                    onUpdate={(role: Role) =>
                      role === 'GRAND_PATHFINDER' ? onRaise() : actions.roleChange.ask({ user, role })
                    }
                  />
                ) : null}
              </>
            }
          >
            <Fact name="Status">
              <StatusBadge status={user.status} />
            </Fact>
            {user.closedAt ? (
              <Fact name="Deletion requested">
                {toShortDate(user.closedAt)}. Will be erased on {toErasureDate(user.closedAt)}, or later if
                decisions still depend on this account. Activate it to cancel.
              </Fact>
            ) : null}
            <Fact name="Current Role">
              <RoleBadge role={user.role} />
            </Fact>
            <Fact name="Member Since">{toShortDate(user.createdAt)}</Fact>
            <Fact name={`${productShortName} ID`}>{user.olid}</Fact>
            <Fact name="User ID">
              <code className="text-sm wrap-anywhere">{user.id}</code>
            </Fact>
            <Fact name="Email Verified">{user.emailVerified ? 'Yes' : 'No'}</Fact>
            <Fact name="V2 Migration">{user.migratedToV2 ? 'Migrated' : 'Not migrated'}</Fact>
          </Part>
          <Part title="Academic Information">
            <Fact name="Institute">{user.institute}</Fact>
            <Fact name="Department">{user.department}</Fact>
            <Fact name="Graduation Year">{user.graduationYear}</Fact>
            <Fact name="Student ID">{user.studentId}</Fact>
            <Fact name="Current Cohort">
              {user.currentCohort
                ? `${user.currentCohort.name} (${user.currentCohort.isActive ? 'active' : 'inactive'})`
                : null}
            </Fact>
            <Fact name="Phone">{user.phoneNumber}</Fact>
          </Part>
          <Part title="Social Profiles">
            {SOCIAL_FIELDS.map(([name, field]) => (
              <Fact key={name} name={name} empty="Not connected">
                {toLink(user, field)}
              </Fact>
            ))}
          </Part>
          <div className="grid content-start gap-7">
            <Part title="Additional Profiles">
              <Fact name="Discord">{user.discordUsername}</Fact>
              <Fact name="Portfolio">{toLink(user, 'portfolioUrl')}</Fact>
            </Part>
            <Part
              title="System Information"
              control={
                <div className="flex flex-wrap gap-3">
                  {status === 'ACTIVE' && mayEdit ? (
                    <Button variant="secondary" size="small" onClick={() => onAsk('suspend')}>
                      Suspend User
                    </Button>
                  ) : null}
                  {mayEdit ? (
                    <Button variant="secondary" size="small" onClick={() => onAsk('endSessions')}>
                      Sign out everywhere
                    </Button>
                  ) : null}
                  {isOwn ? (
                    <p className="text-sm text-muted">You remove your own passkeys in your profile.</p>
                  ) : (
                    <Button variant="secondary" size="small" onClick={() => onAsk('resetPasskeys')}>
                      Remove passkeys
                    </Button>
                  )}
                </div>
              }
            >
              <Fact name="History">
                <a className="link" href={`/admin/audit-log?userId=${encodeURIComponent(user.id)}`}>
                  Everything in the audit log
                </a>
              </Fact>
              <Fact name="Last Updated">{toShortDate(user.updatedAt)}</Fact>
              <Fact name="Approved By" empty="Not recorded">
                {user.approvedBy}
              </Fact>
            </Part>
          </div>
        </div>
        <LearningPart user={user} actions={actions} onPromote={onPromote} />
      </div>
    </Dialog>
  );
}

function toErasureDate(closedAt: string): string {
  return toShortDate(new Date(Date.parse(closedAt) + STAFF_ERASURE_DAYS * 86_400_000).toISOString());
}

const SOCIAL_FIELDS = [
  ['X', 'twitterHandle'],
  ['LinkedIn', 'linkedinUrl'],
  ['GitHub', 'githubUsername'],
  ['Kaggle', 'kaggleUsername'],
] as const;

function LearningPart({ user, actions, onPromote }: Pick<Props, 'user' | 'actions' | 'onPromote'>) {
  const { enrollments, pathfinderScopes, role } = user;
  if (enrollments.length === 0 && !isPathfinder(role)) return null;
  return (
    <div className="grid gap-x-8 gap-y-7 border-t border-line pt-6 md:grid-cols-2">
      {enrollments.length > 0 ? (
        <section className="grid content-start gap-2">
          <h3 className="text-base">Enrolled Leagues</h3>
          <ul className="grid gap-1 text-sm">
            {enrollments.map((enrollment) => (
              <li key={enrollment.id} className="flex items-center justify-between gap-3">
                <span>
                  <span className="font-semibold text-strong">
                    <LeagueName {...enrollment.league} />
                  </span>{' '}
                  <span className="text-muted">
                    {enrollment.cohort.name},{' '}
                    <span className="whitespace-nowrap">{toShortDate(enrollment.enrolledAt)}</span>
                  </span>
                </span>
                <Button
                  variant="ghost"
                  size="small"
                  aria-label={`Remove ${user.name} from ${enrollment.league.name}`}
                  onClick={() => actions.unenrollment.ask({ user, enrollment })}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {isPathfinder(role) ? (
        <section className="grid content-start gap-2">
          <h3 className="text-base">Looks After</h3>
          {pathfinderScopes.length === 0 ? (
            <p className="text-sm text-muted">No league yet, so no permissions.</p>
          ) : (
            <ul className="grid gap-1 text-sm">
              {pathfinderScopes.map((scope) => (
                <li key={scope.leagueId}>
                  <span className="font-semibold text-strong">
                    <LeagueName {...scope.league} />
                  </span>{' '}
                  <span className="text-muted">{toPermissionText(scope)}</span>
                </li>
              ))}
            </ul>
          )}
          <div>
            <Button variant="secondary" size="small" onClick={() => onPromote(role)}>
              Change leagues
            </Button>
          </div>
        </section>
      ) : null}
    </div>
  );
}

function toPermissionText(scope: UserRow['pathfinderScopes'][number]): string {
  const held = Object.entries(PERMISSION_LABELS).filter(
    ([name]) => scope[name as keyof typeof PERMISSION_LABELS],
  );
  return held.map(([, { label }]) => label).join(', ') || 'No permission';
}

function toLink(user: UserRow, field: SocialField): ReactNode {
  const [tile] = toSocialTiles({ [field]: user[field] });
  if (!tile?.href) return tile?.text ?? null;
  return (
    <a className="link wrap-anywhere" href={tile.href} target="_blank" rel="noopener noreferrer">
      {tile.text}
    </a>
  );
}

function Part({ title, children, control }: { title: string; children: ReactNode; control?: ReactNode }) {
  return (
    <section className="grid content-start gap-3">
      <h3 className="text-base">{title}</h3>
      <dl className="grid gap-2">{children}</dl>
      {control}
    </section>
  );
}

interface FactProps {
  name: string;
  empty?: string;
  children: ReactNode;
}

function Fact({ name, empty = 'Not given', children }: FactProps) {
  return (
    <div className="grid grid-cols-[9rem_minmax(0,1fr)] items-baseline gap-3 text-sm max-sm:grid-cols-1 max-sm:gap-0">
      <dt className="text-muted">{name}</dt>
      <dd className="text-strong wrap-anywhere">{children || <span className="text-faint">{empty}</span>}</dd>
    </div>
  );
}

/** docs/product.md OPEN-52 explains the missing roles. */
const GIVEN_ROLES = [
  'PIONEER',
  'LUMINARY',
  'PATHFINDER',
  'CHIEF_PATHFINDER',
  'GRAND_PATHFINDER',
] as const satisfies readonly Role[];

interface RoleProps {
  user: Pick<UserRow, 'name' | 'role' | 'status'>;
  /** The new pathfinder's leagues must be chosen first. */
  onPromote: (role: PathfinderRole) => void;
  onUpdate: (role: Role) => void;
}

function RoleField({ user, onPromote, onUpdate }: RoleProps) {
  const [chosen, setChosen] = useState<Role>(user.role);
  const isActive = user.status === 'ACTIVE';
  const roles: readonly Role[] = (GIVEN_ROLES as readonly Role[]).includes(user.role)
    ? GIVEN_ROLES
    : [user.role, ...GIVEN_ROLES];
  const choose = (role: Role) => {
    if (isPromotion(user.role, role)) onPromote(role);
    else setChosen(role);
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field
        label="Role"
        hint={isActive ? undefined : 'Only an active account can get another role.'}
        className="min-w-[min(12rem,60vw)] flex-1"
      >
        <Select
          value={chosen}
          disabled={!isActive}
          options={roles.map((role) => ({ value: role, label: toRoleText(role) }))}
          onChange={({ currentTarget }) => choose(currentTarget.value as Role)}
        />
      </Field>
      {isActive && chosen !== user.role ? (
        <Button onClick={() => onUpdate(chosen)} aria-label={`Update the role of ${user.name}`}>
          Update
        </Button>
      ) : null}
    </div>
  );
}
