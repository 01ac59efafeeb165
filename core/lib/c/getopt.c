#include <getopt.h>
#include <stdio.h>
#include <string.h>

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

/* The rest of a word of short options. */
static const char *rest;
/* Words from `first` to before `last` are no options; they have been passed. */
static int first = 1, last = 1;

/* Moves the words that are no options behind the options that follow them. */
static void exchange(char **argv)
{
    for (int from = last; from < optind; from++) {
        char *word = argv[from];
        for (int to = from; to > first + (from - last); to--)
            argv[to] = argv[to - 1];
        argv[first + (from - last)] = word;
    }
    first += optind - last;
    last = optind;
}

/* True for a word that begins with options. */
static int is_option(const char *word)
{
    return word[0] == '-' && word[1] != 0;
}

/* True if an option begins with these bytes. */
static int begins(const struct option *option, const char *word, size_t bytes)
{
    return strncmp(option->name, word, bytes) == 0;
}

/* The next long option, or -1 if the word is none but begins with a short one; `dashes` is how the word begins. */
static int long_option(int argc, char *const *argv, const char *options, const struct option *longs, int *place, int dashes,
                       int only)
{
    const char *word = argv[optind] + dashes, *value = strchr(word, '=');
    size_t bytes = value != NULL ? (size_t)(value - word) : strlen(word);
    const char *begin = dashes == 2 ? "--" : "-";
    int found = -1, several = 0;
    for (int i = 0; longs[i].name != NULL; i++) {
        if (!begins(&longs[i], word, bytes))
            continue;
        if (longs[i].name[bytes] == 0) {
            found = i;
            several = 0;
            break;
        }
        if (found < 0)
            found = i;
        else if (only || longs[found].has_arg != longs[i].has_arg || longs[found].flag != longs[i].flag ||
                 longs[found].val != longs[i].val)
            several = 1;
    }
    if (found < 0 && dashes == 1 && strchr(options, *word) != NULL)
        return -1;
    optind++;
    optopt = 0;
    if (several) {
        if (opterr && *options != ':') {
            fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", argv[0], begin, word);
            for (int i = 0; longs[i].name != NULL; i++)
                if (begins(&longs[i], word, bytes))
                    fprintf(stderr, " '%s%s'", begin, longs[i].name);
            fprintf(stderr, "\n");
        }
        return '?';
    }
    if (found < 0) {
        if (opterr && *options != ':')
            fprintf(stderr, "%s: unrecognized option '%s%s'\n", argv[0], begin, word);
        return '?';
    }
    const struct option *option = &longs[found];
    if (value != NULL) {
        if (option->has_arg == no_argument) {
            if (opterr && *options != ':')
                fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", argv[0], begin, option->name);
            optopt = option->val;
            return '?';
        }
        optarg = (char *)value + 1;
    } else if (option->has_arg == required_argument) {
        if (optind >= argc) {
            if (opterr && *options != ':')
                fprintf(stderr, "%s: option '%s%s' requires an argument\n", argv[0], begin, option->name);
            optopt = option->val;
            return *options == ':' ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    if (place != NULL)
        *place = found;
    if (option->flag == NULL)
        return option->val;
    *option->flag = option->val;
    return 0;
}

static int next(int argc, char *const *argv, const char *options, const struct option *longs, int *place, int only)
{
    optarg = NULL;
    if (optind == 0) {
        optind = first = last = 1;
        rest = NULL;
    }
    int in_order = *options == '+', each = *options == '-';
    if (in_order || each)
        options++;
    if (rest == NULL || *rest == 0) {
        if (last > optind)
            last = optind;
        if (first > optind)
            first = optind;
        if (!in_order && !each) {
            if (first != last && last != optind)
                exchange((char **)argv);
            else if (last != optind)
                first = optind;
            while (optind < argc && !is_option(argv[optind]))
                optind++;
            last = optind;
        }
        if (optind != argc && strcmp(argv[optind], "--") == 0) {
            optind++;
            if (first != last && last != optind)
                exchange((char **)argv);
            else if (first == last)
                first = optind;
            last = optind = argc;
        }
        if (optind >= argc) {
            if (first != last)
                optind = first;
            return -1;
        }
        if (!is_option(argv[optind])) {
            if (in_order)
                return -1;
            optarg = argv[optind++];
            return 1;
        }
        if (longs != NULL && argv[optind][1] == '-')
            return long_option(argc, argv, options, longs, place, 2, only);
        if (longs != NULL && only && (argv[optind][2] != 0 || strchr(options, argv[optind][1]) == NULL)) {
            int option = long_option(argc, argv, options, longs, place, 1, only);
            if (option != -1)
                return option;
        }
        rest = argv[optind] + 1;
    }
    char letter = *rest++;
    const char *known = letter != ':' && letter != ';' ? strchr(options, letter) : NULL;
    if (*rest == 0)
        optind++;
    if (known == NULL) {
        if (opterr && *options != ':')
            fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], letter);
        optopt = letter;
        return '?';
    }
    if (known[1] != ':')
        return letter;
    if (*rest != 0) {
        optarg = (char *)rest;
        optind++;
    } else if (known[2] != ':') {
        if (optind >= argc) {
            if (opterr && *options != ':')
                fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], letter);
            optopt = letter;
            letter = *options == ':' ? ':' : '?';
        } else
            optarg = argv[optind++];
    }
    rest = NULL;
    return letter;
}

/* The next option of a command line, -1 after the last one. The words that are no options are moved to the end.
   Cost: at most 200 + 60 n cycles for n words that are passed. */
int getopt(int argc, char *const *argv, const char *options)
{
    return next(argc, argv, options, NULL, NULL, 0);
}

/* The same with long options, which begin with "--" and may be shortened.
   Cost: at most 300 + 60 n cycles for n words that are passed and long options that are compared. */
int getopt_long(int argc, char *const *argv, const char *options, const struct option *longs, int *place)
{
    return next(argc, argv, options, longs, place, 0);
}

/* The same with long options that may begin with "-".
   Cost: as getopt_long. */
int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *longs, int *place)
{
    return next(argc, argv, options, longs, place, 1);
}
