package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nast-tour/nast/api"
)

// finalMethods are the methods by which a round of a Final Event can be paired.
var finalMethods = []api.FinalMethod{
	api.FinalMethodPreset, api.FinalMethodRoundRobin, api.FinalMethodSwiss, api.FinalMethodSwissNoRepeats, api.FinalMethodKingOfTheHill,
}

// maxRounds is how many rounds an event can have: a Final Event, for a satellite has fewer.
const maxRounds = 40

// parseMethods reads the methods of the rounds of a Final Event, in their order: preset*4,swiss,
// king_of_the_hill is four preset rounds and one each of the others.
func parseMethods(text string) ([]api.FinalMethod, error) {
	var all []api.FinalMethod
	for part := range strings.SplitSeq(text, ",") {
		name, times, repeated := strings.Cut(strings.TrimSpace(part), "*")
		name = strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(strings.TrimSpace(name)))
		method := api.FinalMethod(name)
		if !slices.Contains(finalMethods, method) {
			return nil, usage("%q is not a method; they are: %s", strings.TrimSpace(part), methodsInWords(finalMethods))
		}
		n := 1
		if repeated {
			var err error
			if n, err = strconv.Atoi(strings.TrimSpace(times)); err != nil || n < 1 || n > maxRounds {
				return nil, usage("%q is not a number of rounds; write it as preset*4", strings.TrimSpace(part))
			}
		}
		if all = append(all, slices.Repeat([]api.FinalMethod{method}, n)...); len(all) > maxRounds {
			return nil, usage("a Final Event has at most %d rounds", maxRounds)
		}
	}
	return all, nil
}

// methodsInWords writes methods as parseMethods reads them.
func methodsInWords(methods []api.FinalMethod) string {
	var parts []string
	for i := 0; i < len(methods); {
		n := 1
		for i+n < len(methods) && methods[i+n] == methods[i] {
			n++
		}
		part := string(methods[i])
		if n > 1 {
			part = fmt.Sprintf("%s*%d", part, n)
		}
		parts = append(parts, part)
		i += n
	}
	return strings.Join(parts, ",")
}
