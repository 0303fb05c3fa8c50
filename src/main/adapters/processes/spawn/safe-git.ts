/**
 * Shell functions for reading a repository that may be hostile: no fsmonitor, pager, hook, external diff, text conversion,
 * signature check or fetch of missing objects runs. Comparing the working tree would still run the repository's filters.
 * `config_names` prints the scope and name of each setting whose name matches. In other locales, `.` would not match every
 * byte. A person's GIT_DIFF_OPTS would count more than the options of a diff.
 */
export const SAFE_GIT = `export GIT_ALLOW_PROTOCOL= GIT_NO_LAZY_FETCH=1 GIT_OPTIONAL_LOCKS=0
unset GIT_DIFF_OPTS
safe_git() {
  git --no-pager -c core.fsmonitor= -c core.pager=cat -c core.hooksPath=/dev/null -c log.showSignature=false "$@"
}
config_names() { LC_ALL=C safe_git config --includes --show-scope --name-only --get-regexp "$1"; }`
