import { buildTextSignal, type Signal } from '../signal.ts';

/** Values that an assertion compares are data of the product, not messages of the machine. */
function buildInfraSignal(
  id: string,
  text: string,
  pattern: RegExp,
  options: Parameters<typeof buildTextSignal>[4] = {},
): Signal {
  return buildTextSignal(id, 'INFRA', text, pattern, { besideValues: true, ...options });
}

// The words of operating systems, package managers, browsers and CI services, for failures before or outside the code
// under test.
export const infraSignals: readonly Signal[] = [
  buildInfraSignal(
    'infra.dns',
    'A host name could not be resolved',
    /\bEAI_AGAIN\b|\bENOTFOUND\b|Temporary failure in name resolution|Could not resolve host|Name or service not known|ERR_NAME_NOT_RESOLVED|no such host|dial tcp: lookup|UnknownHostException/,
  ),
  buildInfraSignal(
    'infra.connection',
    'A connection broke',
    /\bECONNRESET\b|socket hang up|[Cc]onnection (?:was )?reset|Connection aborted|RemoteDisconnected|\bETIMEDOUT\b|\bENETUNREACH\b|\bEHOSTUNREACH\b|network is unreachable|ERR_(?:CONNECTION_(?:RESET|CLOSED|TIMED_OUT)|NETWORK_CHANGED|INTERNET_DISCONNECTED|EMPTY_RESPONSE)|TLS handshake|unexpected EOF|i\/o timeout|Connection timed out|connect timeout|ConnectTimeout|read ETIMEDOUT|remote end hung up/i,
  ),
  buildInfraSignal(
    'infra.refused',
    'A service did not listen',
    /\bECONNREFUSED\b|[Cc]onnection refused|ERR_CONNECTION_REFUSED|actively refused|could not connect to server|Failed to connect to \S{1,80} port|Failed to connect to (?:the )?(?:server|database|host|bus|daemon)|Cannot connect to the Docker daemon|ServerSelectionTimeout|MongoNetworkError/,
  ),
  buildInfraSignal(
    'infra.gateway',
    'A gateway or a service was not available',
    /\b50[234]\b[ :-]{0,3}(?:Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out)|status(?: code)?(?: of)?:? 50[234]\b|(?:HTTP|error)[ :/\d.]{0,8} 50[234]\b|server is temporarily unavailable|\bassert 50[234] (?:==|in)\b|Could not (?:transfer|resolve)[^\n]{0,300} 50\d\b/i,
  ),
  buildInfraSignal(
    'infra.rate-limit',
    'A rate limit or a quota was reached',
    /rate.?limit(?:ed| exceeded|ing)?|toomanyrequests|Too Many Requests|(?:status|HTTP|code|error)[^\n]{0,12} 429\b|quota (?:exceeded|has been)|exceeded (?:your|the) (?:\w{1,40} )?quota|pull limit|abuse detection/i,
    { beforeTests: true, unlessThrownByProduct: true },
  ),
  buildInfraSignal(
    'infra.registry',
    'A package, an image or a tool could not be fetched',
    /npm ERR! (?:network|code E(?!RESOLVE|LIFECYCLE|JSONPARSE))|ERR_PNPM_(?:FETCH|META_FETCH)|ERR_SOCKET_TIMEOUT|[Ff]ailed to (?:download|fetch|pull)|(?:Unable|unable) to (?:download|fetch|pull)|Docker pull failed|ImagePullBackOff|ErrImagePull|manifest (?:unknown|for \S{1,80} not found)|Could not (?:transfer|find) artifact|Could not resolve dependencies|No matching distribution|Could not fetch|apt(?:-get)?[^\n]{0,80}(?:fail|Unable)|E: (?:Unable|Failed)|[Hh]ash [Ss]um mismatch|checksum mismatch|Read timed out|HTTPSConnectionPool|Max retries exceeded|error downloading|Failed to restore cache|registry\.(?:npmjs|yarnpkg)/,
    { beforeTests: true, unlessThrownByProduct: true },
  ),
  buildInfraSignal(
    'infra.disk',
    'The disk was full',
    /\bENOSPC\b|[Nn]o space left on device|[Dd]isk (?:quota|full|is full)|not enough (?:disk )?space|insufficient disk/,
    { beforeTests: true },
  ),
  buildInfraSignal(
    'infra.memory',
    'Memory ran out or a process was killed',
    /heap out of memory|heap limit Allocation failed|OOMKilled|[Oo]ut of memory|OutOfMemoryError|Cannot allocate memory|\bENOMEM\b|(?:exit(?:ed)?(?: with)?(?: code)?:?|status|code|exit value) 13[47]\b|signal: killed|SIGKILL|MemoryError|exited with signal 9/,
    { beforeTests: true },
  ),
  buildInfraSignal(
    'infra.files',
    'The machine ran out of file handles or watchers',
    /\bEMFILE\b|\bENFILE\b|[Tt]oo many open files|file watchers|Resource temporarily unavailable|can't start new thread|pthread_create/,
  ),
  buildInfraSignal(
    'infra.runner',
    'The runner failed',
    /lost communication with the server|runner has received a shutdown|hosted runner|self-hosted runner|actions-runner|The operation was cancell?ed|job was (?:cancell?ed|not acquired)|no runner|Runner\.Listener|worker pod|node was (?:preempted|evicted)|spot instance|evicted|Agent (?:went|is) offline|exceeded the maximum execution time|[Nn]o output has been received|[Nn]o (?:activity|output) (?:for|in the last)|job running on|Internal error occurred/i,
    { beforeTests: true, unlessThrownByProduct: true },
  ),
  buildInfraSignal(
    'infra.browser',
    'The browser was not installed or did not start',
    /Executable doesn't exist|playwright install|browserType\.launch|Cypress binary is missing|Cypress (?:verification|failed to start)|Could not find (?:Chrome|Chromium|browser)|[Ff]ailed to launch (?:the )?(?:browser|chrome|chromium|firefox)|chrome not reachable|DevToolsActivePort|session not created|[Nn]o usable sandbox|browser process|Cannot start (?:Chrome|Firefox|ChromeHeadless)|(?:Chrome|Firefox|ChromeHeadless)\w{0,40} (?:have|has) not captured|Failed to get the debug url|cannot find (?:Chrome|Firefox) binary|browser has disconnected|This version of ChromeDriver|geckodriver/,
    { beforeTests: true },
  ),
  buildInfraSignal(
    'infra.library',
    'A system library is missing',
    /error while loading shared libraries|cannot open shared object|lib\w{1,30}\.so(?:\.\d{1,9}){0,4}: |GLIBC_\d|missing (?:system )?dependencies|Host system is missing|dyld: Library not loaded|command not found|not found in (?:the )?PATH|spawn \w{1,40} ENOENT|wrong ELF class|Illegal instruction|is not installed\. (?:Please|Run|To)|[Nn]o such (?:SDK|simulator|device)|matching the provided destination|[Ee]mulator (?:boot )?(?:timeout|did not|failed)|dubious ownership|Unsupported (?:engine|platform)/,
    { beforeTests: true, unlessThrownByProduct: true },
  ),
  buildInfraSignal(
    'infra.display',
    'There was no display',
    /(?:[Cc]annot|[Uu]nable to|can't) open (?:X )?display|Missing X server|\$DISPLAY|Xvfb|Failed to connect to the bus|no display|dbus/,
    { beforeTests: true },
  ),
  buildInfraSignal(
    'infra.web-server',
    'A server did not start in time',
    /Timed out waiting \d{1,9} ?ms from config\.webServer|config\.webServer was not able to start|Process from config\.webServer|(?:[Tt]imed out|[Tt]imeout)[^\n]{0,40} (?:waiting )?for[^\n]{0,60}(?:server|service|port|container|database|cluster|emulator|ready|healthy|health)|wait-on|did(?:n't| not) become (?:ready|healthy|available)|(?:is|was|not) (?:un)?healthy|container[^\n]{0,60}(?:exited|unhealthy|not running|is Pending)|failed to (?:start|initialize) (?:service|container|docker|postgres|redis|mysql|server)|Server (?:failed|did not) (?:to )?start|WORKER TIMEOUT|the database system is (?:starting up|shutting down)|service container|valid Docker environment|[Tt]estcontainers|Is the docker daemon running/,
    { beforeTests: true },
  ),
  buildInfraSignal(
    'infra.credentials',
    'Credentials were missing, expired or insufficient',
    /[Bb]ad credentials|[Aa]uthentication failed|could not read Username|Resource not accessible by integration|[Tt]oken (?:has )?expired|certificate (?:has expired|verify failed|is not trusted)|SELF_SIGNED|x509:|(?:secret|token|credential|API key)s? (?:is |are |was )?(?:not set|missing|not found|invalid|required)|Input required and not supplied|denied: |unauthorized: |pull access denied|Permission denied \(publickey\)|[Ii]nvalid (?:API key|access token|credentials|username|user ?name or password)|logon denied|password authentication failed|[Aa]ccess denied for user|[Ll]ogin failed/,
    { beforeTests: true, unlessThrownByProduct: true },
  ),
  buildInfraSignal(
    'infra.permission',
    'The machine refused access',
    /\bEACCES\b|\bEPERM\b|[Pp]ermission denied|[Oo]peration not permitted|[Rr]ead-only file system|\bEROFS\b/,
    { prior: 1, unlessThrownByProduct: true },
  ),
  buildInfraSignal(
    'infra.crash',
    'A tool process crashed',
    /Segmentation fault|SIGSEGV|SIGABRT|core dumped|(?:Page|Target|page|Renderer) crash(?:ed)?|worker process (?:was terminated|has failed|crashed)|Worker (?:exited|terminated|forks emitted)|exited unexpectedly|(?:GPU|renderer) process|Fatal (?:process|Python) error|ERR_WORKER_OUT_OF_MEMORY|ERR_IPC_CHANNEL_CLOSED|[Cc]hannel closed|GPU process/,
    { prior: 0.7 },
  ),
  {
    id: 'infra.step',
    supports: 'INFRA',
    text: 'A step of the pipeline failed, not a test',
    prior: 0.7,
    // A failure with a file is a test, regardless of its title.
    find: ({ title, given: { file } }) =>
      (file ?? '') === '' && STEP.test(title)
        ? { place: 'title', quote: title.slice(0, 160) }
        : null,
  },
  buildInfraSignal(
    'infra.step-log',
    'The log ends in a setup step',
    /back off [\d.]{1,40} seconds|docker pull|Installing (?:dependencies|browsers)|Run actions\/|Setting up|pip install|npm ci|apt-get install|yarn install/,
    { places: ['log', 'message'], prior: 0.5 },
  ),
];

const STEP =
  /\b(?:job|step|workflow|pipeline|install(?:ation)?|set-?up|checkout|container|launch|deploy(?:ment)?|build)s?(?: \([^)]{1,60}\))?(?:, [^,]{1,60})?$|\((?:all|many)[^)]{0,40}\)$|\bservice container\b/i;
